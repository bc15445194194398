import { useParams } from 'react-router-dom'
import { idOf } from '#desktop/renderer/components/list-address.ts'
import { ViewPage } from './ui/view-page.tsx'

/** One vote with the list below it. */
export function Component() {
  return <ViewPage id={idOf(useParams().id)} />
}
