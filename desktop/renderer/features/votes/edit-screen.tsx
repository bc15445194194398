import { useParams } from 'react-router-dom'
import { idOf } from '#desktop/renderer/components/list-address.ts'
import { EditPage } from './ui/edit-page.tsx'

/** The editor for an own vote. */
export function Component() {
  const id = idOf(useParams().id)
  return <EditPage key={id} id={id} />
}
