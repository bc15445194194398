import { Button } from '#desktop/renderer/components/button.tsx'
import { Loading } from '#desktop/renderer/components/loading.tsx'
import { failureText } from '#desktop/renderer/platform/failure-text.ts'
import { useLanguage, useServices, useTexts } from '#desktop/renderer/platform/services.ts'
import { receiptTexts } from '#shared/i18n/screens/receipts.ts'
import type { Translate } from '#shared/i18n/text.ts'
import { STEPS, type Verification } from '#shared/rules/receipt-verification.ts'
import { type KeyState, rememberKeys, useVerifiedProof, type VerifiedProof } from './api.ts'
import styles from './receipt-panel.module.css'

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
      <Tree proof={data.proof} t={t} />
    </div>
  )
}

function outcomeKey(steps: Verification, keyState: KeyState | null) {
  if (keyState === null) return 'receipt.refused'
  if (keyState === 'unknown') return 'receipt.unknownKey'
  return steps.root === 'passed' ? 'receipt.verified' : 'receipt.open'
}

interface OwnProps {
  receipt: NonNullable<VerifiedProof['receipt']>
  /** Called after the user has accepted the keys. */
  onTrust: () => void
  t: ReceiptText
}

function Own({ receipt, onTrust, t }: OwnProps) {
  const { preferences } = useServices().platform
  const { steps, file, isStored, keyState, fingerprints } = receipt
  const outcome = outcomeKey(steps, keyState)
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
      <p>{t(isStored ? 'receipt.stored' : 'receipt.served')}</p>
      <Button kind="plain" onClick={() => download(file, file.receipt.voteId)}>
        {t('receipt.download')}
      </Button>
    </>
  )
}

function Tree({
  proof: { root, inclusion },
  t,
}: {
  proof: VerifiedProof['proof']
  t: ReceiptText
}) {
  if (!root) return null
  return (
    <dl className={styles.tree}>
      <dt>{t('receipt.root')}</dt>
      <dd>
        <code>{root.root}</code>
      </dd>
      {inclusion && (
        <>
          <dt>{t('receipt.leaf', { index: inclusion.index + 1, size: root.size })}</dt>
          <dd>
            <code>{inclusion.leaf}</code>
          </dd>
        </>
      )}
    </dl>
  )
}

function download(file: object, voteId: number): void {
  const url = URL.createObjectURL(new Blob([`${JSON.stringify(file, null, 2)}\n`]))
  const link = document.createElement('a')
  link.href = url
  link.download = `receipt-${voteId}.json`
  link.click()
  // The download has taken its content by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
