import { WritePage } from './ui/write-page.tsx'

/** The editor for a new vote. */
export function Component() {
  return <WritePage />
}
