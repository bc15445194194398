import { Link } from 'react-router-dom'
import type { BoardType, PostDetail } from '#shared/contract/posts.ts'
import { boardsTexts } from '#shared/i18n/screens/boards.ts'
import { boardPath } from '../../../app/paths.ts'
import { Article } from '../../../kit/article.tsx'
import { buttonClass } from '../../../kit/button.tsx'
import { onPage } from '../../../kit/list-address.ts'
import { RichContent } from '../../../kit/rich-content.tsx'
import { useLanguage, useUser } from '../../../platform/services.ts'
import { useTexts } from '../../../platform/texts.ts'
import { isAdmin } from '../model/may-write.ts'
import { titleOf } from '../model/title-of.ts'
import { useCanEdit } from '../model/use-can-edit.ts'
import { usePage } from '../model/use-place.ts'
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
