import { useEffect, useRef } from 'react'
import { Nickname } from '#desktop/renderer/components/author.tsx'
import { useTexts } from '#desktop/renderer/platform/services.ts'
import type { UserName } from '#shared/contract/common.ts'
import { repliesTexts } from '#shared/i18n/screens/replies.ts'
import styles from './mention-list.module.css'

interface MentionListProps {
  id: string
  people: readonly UserName[]
  /** Index of the person whom Enter mentions. */
  at: number
  onChoose: (person: UserName) => void
  onAccept: (person: UserName) => void
}

/** Id of an option, for the text area that leads through the list. */
export const optionId = (listId: string, index: number) => `${listId}-${index}`

/** People to mention, below the text; the text area keeps the focus. */
export function MentionList({ id, people, at, onChoose, onAccept }: MentionListProps) {
  const t = useTexts(repliesTexts)
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  useEffect(() => {
    list.current?.children[at]?.scrollIntoView({ block: 'nearest' })
  }, [at])
  return (
    <div ref={list} id={id} role="listbox" aria-label={t('write.people')} className={styles.list}>
      {people.map((person, index) => (
        <button
          type="button"
          tabIndex={-1}
          key={person.uniqueCode}
          id={optionId(id, index)}
          role="option"
          aria-selected={index === at}
          className={styles.option}
          onPointerDown={(event) => event.preventDefault()}
          onPointerMove={() => onChoose(person)}
          onClick={() => onAccept(person)}
        >
          <span className={styles.name}>
            <Nickname name={person.nickname} />
          </span>{' '}
          <span className={styles.code}>#{person.uniqueCode}</span>
        </button>
      ))}
    </div>
  )
}
