import { Badge } from '#desktop/renderer/components/badge.tsx'
import { useUser } from '#desktop/renderer/platform/services.ts'
import { useTexts } from '#desktop/renderer/platform/texts.ts'
import type { PostItem } from '#shared/contract/posts.ts'
import { boardsTexts } from '#shared/i18n/screens/boards.ts'
import { isImportant } from '#shared/rules/priority.ts'

/** What is special about a post: an important notice, one's own. */
export function PostBadges({ post }: { post: Pick<PostItem, 'uid' | 'priority'> }) {
  const t = useTexts(boardsTexts)
  const user = useUser()
  return (
    <>
      {isImportant(post) && <Badge tone="warn">{t('post.important')}</Badge>}
      {user?.id === post.uid && <Badge tone="quiet">{t('post.mine')}</Badge>}
    </>
  )
}
