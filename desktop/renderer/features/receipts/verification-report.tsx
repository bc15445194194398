import { useStore } from 'zustand'
import { useLanguage, useServices, useTexts } from '#desktop/renderer/platform/services.ts'
import { receiptTexts } from '#shared/i18n/screens/receipts.ts'
import { isSealedLate, type Sealing } from '#shared/rules/receipt-sealing.ts'
import { STEPS, type Verification } from '#shared/rules/receipt-verification.ts'
import type { VerifiedFile } from './api.ts'
import styles from './receipt-panel.module.css'

const MARKS = { passed: '✓', failed: '✗', waiting: '…', skipped: '–' } as const

interface OutcomeOptions extends Pick<VerifiedFile, 'verification' | 'keyState'> {
  /** Target of the round, ISO 8601. */
  target: string
}

/** Text of the result of a verification at `now`, server time (epoch ms). */
function outcomeKey({ verification, keyState, target }: OutcomeOptions, now: number) {
  const { steps, sealing } = verification
  if (keyState === null) return 'receipt.refused'
  if (keyState === 'elsewhere') return 'receipt.elsewhere'
  if (keyState === 'unknown') return 'receipt.unknownKey'
  if (steps.checkpoint === 'passed') {
    return sealing?.checkpoint ? 'receipt.verified' : 'receipt.roundOnly'
  }
  // A round that is sealed in time has its proof by then.
  return isSealedLate(now, target) ? 'receipt.noProof' : 'receipt.open'
}

/** Text of the result of a verification, also once its round has closed. */
export function useOutcome(options: OutcomeOptions) {
  const { clock, seconds } = useServices()
  return useStore(seconds, () => outcomeKey(options, clock.now()))
}

interface VerificationReportProps {
  outcome: ReturnType<typeof outcomeKey>
  verification: Verification
  /** Target of the round, ISO 8601. */
  target: string
}

/** The result of a verification, its steps, and when the round was sealed. */
export function VerificationReport({ outcome, verification, target }: VerificationReportProps) {
  const t = useTexts(receiptTexts)
  const { steps, sealing } = verification
  return (
    <>
      <p className={styles.outcome} data-outcome={outcome} role="status">
        {t(outcome)}
      </p>
      <ul className={styles.steps}>
        {STEPS.map((step) => (
          <li key={step} data-state={steps[step]}>
            <span aria-hidden="true">{MARKS[steps[step]]}</span> {t(`step.${step}`)}
            {': '}
            {t(`state.${steps[step]}`)}
          </li>
        ))}
      </ul>
      {sealing && <SealingText sealing={sealing} target={target} />}
    </>
  )
}

/** When the round was sealed, where the receipt stands in the log, and who has cosigned. */
function SealingText({ sealing, target }: { sealing: Sealing; target: string }) {
  const t = useTexts(receiptTexts)
  const { format } = useLanguage()
  const { at, checkpoint, witnesses } = sealing
  const time = format.date(at)
  return (
    <>
      <p>{t(isSealedLate(at, target) ? 'sealing.late' : 'sealing.inTime', { time })}</p>
      {checkpoint && (
        <p>
          {t('sealing.entry', {
            index: format.count(checkpoint.index + 1),
            size: format.count(checkpoint.size),
          })}
        </p>
      )}
      {witnesses.map(({ name, at: cosigned }) => (
        <p key={name}>{t('sealing.witness', { name, time: format.date(cosigned) })}</p>
      ))}
    </>
  )
}
