import type { PostItem } from '#shared/contract/posts.ts'
import { boardsTexts } from '#shared/i18n/screens/boards.ts'
import { Badge } from '../../../kit/badge.tsx'
import { useUser } from '../../../platform/services.ts'
import { useTexts } from '../../../platform/texts.ts'
import { isImportant } from '../model/priority.ts'

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
