import { useLanguage } from '#desktop/renderer/platform/services.ts'
import { DELETED_NICKNAME } from '#shared/rules/deleted-user.ts'

/** A nickname in its own text direction; the author of an erased account is translated. */
export function Nickname({ name }: { name: string }) {
  const { t } = useLanguage()
  return <bdi>{name === DELETED_NICKNAME ? t('author.deleted') : name}</bdi>
}
