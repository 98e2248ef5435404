type PressedKey = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>

/** Ctrl + Z, by which one takes back what was done last. */
export const isUndo = ({ key, ctrlKey, metaKey, shiftKey, altKey }: PressedKey): boolean =>
  (ctrlKey || metaKey) && !shiftKey && !altKey && key.toLowerCase() === 'z'
