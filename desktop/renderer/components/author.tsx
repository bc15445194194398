import { Link } from 'react-router-dom'
import { useLanguage } from '#desktop/renderer/platform/services.ts'
import { DELETED_NICKNAME } from '#shared/rules/deleted-user.ts'
import { userPath } from '#shared/rules/paths.ts'
import styles from './author.module.css'

/** A nickname in its own text direction; the author of an erased account is translated. */
export function Nickname({ name }: { name: string }) {
  const { t } = useLanguage()
  return <bdi>{name === DELETED_NICKNAME ? t('author.deleted') : name}</bdi>
}

interface AuthorProps {
  nickname: string
  /** Null for the author of an erased account. */
  uniqueCode: string | null
}

/** A nickname with its unique code, as a link to the track record. */
export function Author({ nickname, uniqueCode }: AuthorProps) {
  if (!uniqueCode || nickname === DELETED_NICKNAME) return <Nickname name={nickname} />
  return (
    <Link className={styles.author} to={userPath(uniqueCode)}>
      <Nickname name={nickname} /> <span className={styles.code}>#{uniqueCode}</span>
    </Link>
  )
}
