/** The name first, its ID beside it in quieter ink. */
export const NameWithId = ({ name, id }: { name: string; id: string }) => (
  <>
    {name} <span className="code text-ink-3">{id}</span>
  </>
)
