import {
  type ComponentProps,
  type KeyboardEvent,
  type RefObject,
  type SyntheticEvent,
  useId,
  useState,
} from 'react'
import {
  acceptedMention,
  type TypedMention,
  typedMention,
} from '#desktop/renderer/features/threads/mention-suggestions.ts'
import type { ThreadSubject } from '#desktop/renderer/features/threads/thread-subject.ts'
import { typeInto } from '#desktop/renderer/features/threads/type-into.ts'
import { useMentionSuggestions } from '#desktop/renderer/features/threads/use-mention-suggestions.ts'
import { isComposing } from '#desktop/renderer/platform/is-composing.ts'
import { useTexts } from '#desktop/renderer/platform/services.ts'
import type { UserName } from '#shared/contract/common.ts'
import { repliesTexts } from '#shared/i18n/screens/replies.ts'
import styles from './mention-area.module.css'
import { MentionList, optionId } from './mention-list.tsx'

interface MentionAreaProps
  extends Omit<ComponentProps<'textarea'>, 'value' | 'onChange' | 'onKeyDown'> {
  subject: ThreadSubject
  value: string
  onChange: (value: string) => void
  /** Keys that the list of people does not take. */
  onKeyDown: (event: KeyboardEvent) => void
  /** The text area, which `ref` sets. */
  area: RefObject<HTMLTextAreaElement | null>
}

/** A text area that suggests people after `@`. A text area cannot be a combobox, so it stays a text box. */
export function MentionArea(props: MentionAreaProps) {
  const { subject, value, onChange, onKeyDown, area, ...rest } = props
  const t = useTexts(repliesTexts)
  const listId = useId()
  const { typed, type, leave, dismiss, end } = useTyped(value)
  const people = useMentionSuggestions(subject, typed?.query ?? null)
  const [chosenCode, setChosenCode] = useState<string | null>(null)
  const found = people.findIndex(({ uniqueCode }) => uniqueCode === chosenCode)
  const at = Math.max(found, 0)
  const isOpen = typed !== null && people.length > 0

  const accept = (person: UserName | undefined) => {
    if (!typed || !person || !area.current) return
    typeInto(area.current, acceptedMention(value, typed, person.uniqueCode))
  }
  const choose = (index: number) =>
    setChosenCode(people.at(index % people.length)?.uniqueCode ?? null)
  const onListKey = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event
    const isPlain = !(ctrlKey || metaKey || altKey || shiftKey || isComposing(event.nativeEvent))
    if (!isOpen || !isPlain) return onKeyDown(event)
    if (key === 'ArrowDown') choose(at + 1)
    else if (key === 'ArrowUp') choose(at - 1)
    else if (key === 'Enter' || key === 'Tab') accept(people[at])
    else if (key === 'Escape') dismiss()
    else return onKeyDown(event)
    event.preventDefault()
    // The screen has keys too.
    event.stopPropagation()
  }
  return (
    <div className={styles.area}>
      <textarea
        {...rest}
        value={value}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={isOpen ? listId : undefined}
        aria-activedescendant={isOpen ? optionId(listId, at) : undefined}
        onChange={({ target }) => {
          type(target)
          setChosenCode(null)
          onChange(target.value)
        }}
        onSelect={leave}
        onBlur={end}
        onKeyDown={onListKey}
      />
      {isOpen && (
        <MentionList
          id={listId}
          people={people}
          at={at}
          onChoose={({ uniqueCode }) => setChosenCode(uniqueCode)}
          onAccept={accept}
        />
      )}
      <span aria-live="polite" className="visually-hidden">
        {isOpen && t('write.peopleCount', { count: people.length })}
      </span>
    </div>
  )
}

/** The mention that is being typed into a text. A dismissed one stays so until another is begun. */
function useTyped(value: string) {
  const [typed, setTyped] = useState<TypedMention | null>(null)
  const [dismissed, setDismissed] = useState<number | null>(null)
  const isCurrent = typed !== null && value.slice(typed.start, typed.end) === `@${typed.query}`
  return {
    typed: isCurrent && typed.start !== dismissed ? typed : null,
    type({ value: next, selectionEnd }: HTMLTextAreaElement) {
      const now = typedMention(next, selectionEnd)
      setTyped(now)
      if (now?.start !== dismissed) setDismissed(null)
    },
    /** Ends it once the caret is elsewhere. */
    leave({ currentTarget }: SyntheticEvent<HTMLTextAreaElement>) {
      const { selectionStart, selectionEnd } = currentTarget
      setTyped((last) =>
        selectionStart === selectionEnd && last?.end === selectionEnd ? last : null,
      )
    },
    dismiss: () => setDismissed(typed?.start ?? null),
    end: () => setTyped(null),
  }
}
