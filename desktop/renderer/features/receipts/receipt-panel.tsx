import { Button } from '#desktop/renderer/components/button.tsx'
import { Loading } from '#desktop/renderer/components/loading.tsx'
import { failureText } from '#desktop/renderer/platform/failure-text.ts'
import { useLanguage, useServices, useTexts, useUser } from '#desktop/renderer/platform/services.ts'
import type { Receipt } from '#shared/contract/receipts.ts'
import { receiptTexts } from '#shared/i18n/screens/receipts.ts'
import type { Translate } from '#shared/i18n/text.ts'
import { isSealedLate, type Sealing } from '#shared/rules/receipt-sealing.ts'
import { STEPS, type Verification } from '#shared/rules/receipt-verification.ts'
import { type KeyState, rememberKeys, useVerifiedProof, type VerifiedProof } from './api.ts'
import styles from './receipt-panel.module.css'
import { storeReceipt } from './storage.ts'

const MARKS = { passed: '✓', failed: '✗', waiting: '…', skipped: '–' } as const

type ReceiptText = Translate<(typeof receiptTexts)['en-US']>

/** Verifies the receipt of a vote in the page and shows each step. */
export function ReceiptPanel({ voteId }: { voteId: number }) {
  const language = useLanguage()
  const t = useTexts(receiptTexts)
  const { data, error, refetch } = useVerifiedProof(voteId)
  if (error) {
    return (
      <div className={styles.panel} role="alert">
        <p>
          {t('receipt.failed')} {failureText(language, error)}
        </p>
        <Button kind="plain" onClick={() => refetch()}>
          {t('receipt.retry')}
        </Button>
      </div>
    )
  }
  if (!data) return <Loading text={t('receipt.loading')} />
  return (
    <div className={styles.panel}>
      {data.receipt ? (
        <Own receipt={data.receipt} onTrust={() => refetch()} t={t} />
      ) : (
        <p>{t('receipt.others')}</p>
      )}
    </div>
  )
}

function outcomeKey(verification: Verification, keyState: KeyState | null) {
  if (keyState === null) return 'receipt.refused'
  if (keyState === 'unknown') return 'receipt.unknownKey'
  return verification.steps.checkpoint === 'passed' ? 'receipt.verified' : 'receipt.open'
}

interface OwnProps {
  receipt: NonNullable<VerifiedProof['receipt']>
  /** Called after the user has accepted the keys, or a receipt from elsewhere. */
  onTrust: () => void
  t: ReceiptText
}

function Own({ receipt, onTrust, t }: OwnProps) {
  const { preferences } = useServices().platform
  const { verification, file, source, other, keyState, fingerprints } = receipt
  const { steps, sealing } = verification
  const outcome = outcomeKey(verification, keyState)
  return (
    <>
      {other && <Differing kept={receipt.receipt} served={other} onTrust={onTrust} t={t} />}
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
      {sealing && <SealingText sealing={sealing} target={file.receipt.target} t={t} />}
      {keyState === 'first' && <p>{t('receipt.firstKey')}</p>}
      {keyState === 'unknown' && (
        <>
          <p>{t('receipt.compareKey')}</p>
          {fingerprints.map((fingerprint) => (
            <code key={fingerprint} className={styles.fingerprint}>
              {fingerprint}
            </code>
          ))}
          <Button
            kind="plain"
            onClick={() => {
              rememberKeys(preferences, fingerprints)
              onTrust()
            }}
          >
            {t('receipt.trustKey')}
          </Button>
        </>
      )}
      <p>{t(source === 'served' ? 'receipt.served' : 'receipt.stored')}</p>
      <Button kind="plain" onClick={() => download(file, `receipt-${file.receipt.voteId}.json`)}>
        {t('receipt.download')}
      </Button>
    </>
  )
}

interface DifferingProps {
  kept: Receipt
  served: Receipt
  onTrust: () => void
  t: ReceiptText
}

/** The site serves another receipt than the one that is kept here: an alarm, unless the user made the change. */
function Differing({ kept, served, onTrust, t }: DifferingProps) {
  const { preferences } = useServices().platform
  const userId = useUser()?.id
  return (
    <div className={styles.alarm} role="alert">
      <p className={styles.outcome} data-outcome="receipt.refused">
        {t('receipt.differs')}
      </p>
      <p>{t('receipt.differsWhy')}</p>
      <dl className={styles.tree}>
        <dt>{t('receipt.kept')}</dt>
        <dd>
          <Statement receipt={kept} t={t} />
        </dd>
        <dt>{t('receipt.servedNow')}</dt>
        <dd>
          <Statement receipt={served} t={t} />
        </dd>
      </dl>
      <Button
        kind="plain"
        onClick={() => download({ kept, served }, `receipts-${kept.voteId}.json`)}
      >
        {t('receipt.downloadBoth')}
      </Button>
      {userId !== undefined && (
        <Button
          kind="plain"
          onClick={() => {
            storeReceipt(preferences, userId, served)
            onTrust()
          }}
        >
          {t('receipt.accept')}
        </Button>
      )}
    </div>
  )
}

function Statement({ receipt, t }: { receipt: Receipt; t: ReceiptText }) {
  const { t: core, format } = useLanguage()
  return (
    <>
      {t('receipt.statement', {
        direction: core(`direction.${receipt.direction}`),
        hit: format.signed(receipt.hit),
        miss: format.signed(receipt.miss),
        carried: format.signed(receipt.carried),
        time: format.date(Date.parse(receipt.time)),
      })}
    </>
  )
}

/** When the round was sealed, where the receipt stands in the log, and who has cosigned. */
function SealingText({ sealing, target, t }: { sealing: Sealing; target: string; t: ReceiptText }) {
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

function download(file: object, name: string): void {
  const url = URL.createObjectURL(new Blob([`${JSON.stringify(file, null, 2)}\n`]))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The download has taken its content by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
