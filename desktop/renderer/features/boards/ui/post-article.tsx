import { Link } from 'react-router-dom'
import { buttonClass } from '#desktop/renderer/components/button.tsx'
import { onPage } from '#desktop/renderer/components/list-address.ts'
import { RichContent } from '#desktop/renderer/components/rich-content.tsx'
import { isAdmin } from '#desktop/renderer/features/auth/auth-guard.tsx'
import { titleOf } from '#desktop/renderer/features/boards/model/title-of.ts'
import { usePage } from '#desktop/renderer/features/boards/model/use-place.ts'
import { Article } from '#desktop/renderer/features/posts/article.tsx'
import { useCanEdit } from '#desktop/renderer/features/posts/edit-window.tsx'
import { useLanguage, useUser } from '#desktop/renderer/platform/services.ts'
import { useTexts } from '#desktop/renderer/platform/texts.ts'
import type { BoardType, PostDetail } from '#shared/contract/posts.ts'
import { boardsTexts } from '#shared/i18n/screens/boards.ts'
import { boardPath } from '#shared/rules/paths.ts'
import { EditLink } from './edit-link.tsx'
import { PostBadges } from './post-badges.tsx'
import { PostMeta } from './post-meta.tsx'
import { PostReactions } from './post-reactions.tsx'
import { PriorityForm } from './priority-form.tsx'

/** A post with all that belongs to it. */
export function PostArticle({ board, post }: { board: BoardType; post: PostDetail }) {
  const t = useTexts(boardsTexts)
  const { t: core } = useLanguage()
  const canEdit = useCanEdit(post)
  const setsPriority = isAdmin(useUser()) && board === 'notices'
  const page = usePage()
  const title = titleOf(post, t)
  return (
    <>
      <title>{`${title} · ${core('app.name')}`}</title>
      <Article
        marks={<PostBadges post={post} />}
        title={title}
        byline={<PostMeta post={post} edited={post.updated} />}
        reactions={<PostReactions post={post} />}
        actions={
          <>
            {canEdit && <EditLink board={board} post={post} />}
            <Link to={onPage(boardPath(board), page)} className={buttonClass('plain')}>
              {t('post.close')}
            </Link>
          </>
        }
      >
        <RichContent html={post.content} />
        {setsPriority && <PriorityForm key={post.priority} post={post} />}
      </Article>
    </>
  )
}
