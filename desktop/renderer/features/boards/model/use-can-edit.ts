import { useUser } from '#desktop/renderer/platform/services.ts'
import { useCanEdit as useIsInWindow } from '#desktop/renderer/platform/use-can-edit.ts'
import type { PostItem } from '#shared/contract/posts.ts'

/** Whether this person may edit the text of a post now, by the server's clock. */
export function useCanEdit({ uid, created }: Pick<PostItem, 'uid' | 'created'>): boolean {
  const user = useUser()
  return useIsInWindow(created) && uid === user?.id
}
