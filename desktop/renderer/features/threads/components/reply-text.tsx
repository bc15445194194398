import { Link } from 'react-router-dom'
import { Nickname } from '#desktop/renderer/components/author.tsx'
import { type TextPart, textParts } from '#desktop/renderer/features/threads/text-parts.ts'
import { useUser } from '#desktop/renderer/platform/services.ts'
import type { UserName } from '#shared/contract/common.ts'
import { userPath } from '#shared/rules/paths.ts'
import styles from './reply-text.module.css'

interface ReplyTextProps {
  text: string
  /** People whose mentions are links. */
  mentions: readonly UserName[]
}

/** Plain text with its line breaks, web addresses and mentions as links. */
export function ReplyText({ text, mentions }: ReplyTextProps) {
  let offset = 0
  const parts = textParts(text, mentions).map((part) => {
    const key = offset
    offset += part.text.length
    return <Part key={key} part={part} />
  })
  return (
    <p className={styles.text} dir="auto">
      {parts}
    </p>
  )
}

function Part({ part }: { part: TextPart }) {
  switch (part.kind) {
    case 'text':
      return part.text
    case 'link':
      return (
        <a href={part.href} target="_blank" rel="noopener noreferrer nofollow ugc">
          {part.text}
        </a>
      )
    case 'mention':
      return <Mention person={part.person} />
  }
}

/** "@Mina #ABC123" as a link to the track record; one of the reader stands out. */
function Mention({ person }: { person: UserName }) {
  const { nickname, uniqueCode } = person
  const isReader = useUser()?.uniqueCode === uniqueCode
  return (
    <Link to={userPath(uniqueCode)} className={styles.mention} data-reader={isReader || undefined}>
      @<Nickname name={nickname} /> <span className={styles.code}>#{uniqueCode}</span>
    </Link>
  )
}
