import type { PostItem } from '#shared/contract/posts.ts'
import type { boardsTexts } from '#shared/i18n/screens/boards.ts'
import type { Translate } from '#shared/i18n/text.ts'

export type BoardsTranslate = Translate<(typeof boardsTexts)['en-US']>

/** The title of a post; one that is only a picture or a video has none of its own. */
export function titleOf({ title }: Pick<PostItem, 'title'>, t: BoardsTranslate): string {
  return title || t('post.untitled')
}
