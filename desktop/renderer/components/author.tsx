import { Link } from 'react-router-dom'
import { DELETED_NICKNAME } from '#shared/rules/deleted-user.ts'
import { userPath } from '#shared/rules/paths.ts'
import styles from './author.module.css'
import { Nickname } from './nickname.tsx'

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
