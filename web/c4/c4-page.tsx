/** Its author writes the screen; until then the route leads to an empty page. */
export function C4Page() {
  return null
}
