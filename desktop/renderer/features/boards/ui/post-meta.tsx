import { useLanguage } from '#desktop/renderer/platform/services.ts'
import { useTexts } from '#desktop/renderer/platform/texts.ts'
import type { PostItem } from '#shared/contract/posts.ts'
import { boardsTexts } from '#shared/i18n/screens/boards.ts'

/** Who wrote a post and when, and how often it was read. `edited`: the last edit, ISO 8601. */
export function PostMeta({ post, edited }: { post: PostItem; edited?: string | null }) {
  const t = useTexts(boardsTexts)
  const { format } = useLanguage()
  const time = edited ?? post.created
  const when = format.date(Date.parse(time))
  return (
    <>
      <span>
        {post.uniqueCode} {post.nickname}
      </span>
      <time dateTime={time}>{edited ? t('post.edited', { time: when }) : when}</time>
      <span>{t('post.views', { count: format.count(post.views) })}</span>
    </>
  )
}
