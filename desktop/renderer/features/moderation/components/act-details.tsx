import { useState } from 'react'
import { Button } from '#desktop/renderer/components/button.tsx'
import { FormDialog } from '#desktop/renderer/components/form-dialog.tsx'
import { showToast, TOAST_MS } from '#desktop/renderer/components/toast.ts'
import { useAppeal, useOwnActs } from '#desktop/renderer/features/moderation/api.ts'
import { saveFailureText } from '#desktop/renderer/platform/failure-text.ts'
import { useLanguage, useServices, useTexts } from '#desktop/renderer/platform/services.ts'
import type { OwnAct } from '#shared/contract/moderation.ts'
import { moderationTexts } from '#shared/i18n/screens/moderation.ts'
import { reversalOf } from '#shared/rules/moderation.ts'
import styles from './own.module.css'
import { TextField } from './text-field.tsx'

type Act = Pick<OwnAct, 'id' | 'act' | 'target' | 'targetId' | 'excerpt'>

/** Whether an act hides a text or removes a nickname; the other acts that have a reversal are on the account. */
const isRemoval = ({ act }: Act) => reversalOf(act) === 'restore'

const isSameContent = (one: Act, other: Act) =>
  one.target === other.target && one.targetId === other.targetId

/** The nickname that a `restore` gave back: the one that it names, else the last one that was removed. */
function restoredNickname(restore: Act, acts: readonly Act[]): string | undefined {
  const removed = acts.filter(
    (one) => one.id < restore.id && isRemoval(one) && isSameContent(one, restore),
  )
  return (removed.find(({ excerpt }) => excerpt === restore.excerpt) ?? removed[0])?.excerpt
}

/** Whether `later` reverses `act` or takes its place. A nickname that is removed later is another one. */
function ends(later: Act, act: Act, acts: readonly Act[]): boolean {
  if (!isRemoval(act)) return later.act === act.act || later.act === reversalOf(act.act)
  if (!isSameContent(later, act)) return false
  if (act.target !== 'nickname') return later.act === act.act || later.act === 'restore'
  return later.act === 'restore' && restoredNickname(later, acts) === act.excerpt
}

/**
 * Whether `act` can be appealed as far as `acts` go, newest first: no later one has reversed it or taken its place.
 * A pause that has ended counts, for it stays in the records.
 */
export function isAppealable(act: Act, acts: readonly Act[]): boolean {
  if (reversalOf(act.act) === undefined) return false
  return !acts.some((later) => later.id > act.id && ends(later, act, acts))
}

interface ActDetailsProps {
  act: OwnAct
  /** All own acts, newest first. */
  acts: readonly OwnAct[]
}

/** Reason and message of an act against the user, and the appeal or the button for it. */
export function ActDetails({ act, acts }: ActDetailsProps) {
  const t = useTexts(moderationTexts)
  const { format } = useLanguage()
  const { clock } = useServices()
  const [isAppealing, setAppealing] = useState(false)
  const isOpen = act.appealUntil !== null && Date.parse(act.appealUntil) > clock.now()
  const canAppeal = isOpen && act.appeal === null && isAppealable(act, acts)
  return (
    <div className={styles.details}>
      <p>
        {act.byReports
          ? t('own.byReports')
          : t('own.reason', { reason: t(`reason.${act.reason}`) })}
      </p>
      {act.until && <p>{t('own.until', { time: format.date(Date.parse(act.until)) })}</p>}
      {act.message && <Quote label={t('own.message')} text={act.message} />}
      {act.appeal && <AppealState appeal={act.appeal} />}
      {canAppeal && act.appealUntil && (
        <p className={styles.appeal}>
          <Button kind="plain" onClick={() => setAppealing(true)}>
            {t('own.appeal')}
          </Button>
          <small>{t('own.appealUntil', { time: format.date(Date.parse(act.appealUntil)) })}</small>
        </p>
      )}
      {isAppealing && <AppealDialog actId={act.id} onClose={() => setAppealing(false)} />}
    </div>
  )
}

function AppealState({ appeal }: { appeal: NonNullable<OwnAct['appeal']> }) {
  const t = useTexts(moderationTexts)
  const { format } = useLanguage()
  const state =
    appeal.granted === null
      ? t('own.appeal.open', { time: format.date(Date.parse(appeal.created)) })
      : t(appeal.granted ? 'own.appeal.granted' : 'own.appeal.denied')
  return (
    <>
      <p className={styles.state}>{state}</p>
      {appeal.answer && <Quote label={t('own.appeal.answer')} text={appeal.answer} />}
    </>
  )
}

/** Text of a moderator, as typed. */
function Quote({ label, text }: { label: string; text: string }) {
  return (
    <div>
      <small>{label}</small>
      <blockquote className={styles.quote}>{text}</blockquote>
    </div>
  )
}

interface OwnHiddenNoticeProps {
  userId: number
  target: Exclude<OwnAct['target'], 'nickname'>
  id: number
}

/** Explains to the author why a text is hidden; the default export of a lazy chunk. */
export default function OwnHiddenNotice({ userId, target, id }: OwnHiddenNoticeProps) {
  const t = useTexts(moderationTexts)
  const { data: acts = [] } = useOwnActs(userId)
  // A ban hides texts without an act of their own.
  const act = acts.find((one) => one.act === 'hide' && one.target === target && one.targetId === id)
  return (
    <section className={styles.notice} aria-label={t('hidden.badge')}>
      <p>{t(`own.hidden.${target}`)}</p>
      {act && <ActDetails act={act} acts={acts} />}
    </section>
  )
}

interface AppealDialogProps {
  actId: number
  onClose: () => void
}

/** Asks why an act is wrong, and sends the appeal. */
function AppealDialog({ actId, onClose }: AppealDialogProps) {
  const language = useLanguage()
  const t = useTexts(moderationTexts)
  const [text, setText] = useState('')
  const { mutate, isPending, error } = useAppeal(actId)
  const send = () => {
    const onSuccess = () => {
      showToast({ id: 'appealed', text: t('own.appealSent'), tone: 'good' }, TOAST_MS.vote)
      onClose()
    }
    mutate(text.trim(), { onSuccess })
  }
  return (
    <FormDialog
      title={t('own.appealTitle')}
      submitText={t(isPending ? 'own.appealSending' : 'own.appealSend')}
      cancelText={t('report.cancel')}
      canSubmit={text.trim() !== ''}
      isSending={isPending}
      hasText={text.trim() !== ''}
      error={error && saveFailureText(language, error, t('own.appealFailed'))}
      onSubmit={send}
      onClose={onClose}
    >
      <TextField
        label={t('own.appealText')}
        hint={t('own.appealHint')}
        value={text}
        rows={5}
        isInitialFocus
        onChange={setText}
      />
    </FormDialog>
  )
}
