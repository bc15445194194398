import { ListPage } from './ui/list-page.tsx'

/** The list of votes. */
export function Component() {
  return <ListPage />
}
