import { Link } from 'react-router'
import { NameWithId } from '#web/ui/name-with-id.tsx'
import { productAddress } from './record-addresses.ts'

/** A product's name and ID, leading to its page. */
export const ProductLink = ({ id, name }: { id: string; name: string }) => (
  <Link to={productAddress(id)} className="hit text-ink">
    <NameWithId name={name} id={id} />
  </Link>
)
