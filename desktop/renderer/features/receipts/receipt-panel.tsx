import { Button } from '#desktop/renderer/components/button.tsx'
import { LoadFailure } from '#desktop/renderer/components/failure.tsx'
import { Loading } from '#desktop/renderer/components/loading.tsx'
import { useServices, useTexts, useUser } from '#desktop/renderer/platform/services.ts'
import type { Receipt } from '#shared/contract/receipts.ts'
import { receiptTexts } from '#shared/i18n/screens/receipts.ts'
import type { Translate } from '#shared/i18n/text.ts'
import { rememberKeys, useVerifiedProof, type VerifiedProof } from './api.ts'
import { downloadJson, downloadText } from './download.ts'
import styles from './receipt-panel.module.css'
import { Statement } from './statement.tsx'
import { storeReceipt } from './storage.ts'
import { UnknownKey } from './unknown-key.tsx'
import { useOutcome, VerificationReport } from './verification-report.tsx'

type ReceiptText = Translate<(typeof receiptTexts)['en-US']>

/** Verifies the receipt of a vote in the page and shows each step. */
export function ReceiptPanel({ voteId }: { voteId: number }) {
  const t = useTexts(receiptTexts)
  const { data, error, refetch } = useVerifiedProof(voteId)
  const failure = error && (
    <LoadFailure
      lead={t(data ? 'receipt.failedAgain' : 'receipt.failed')}
      error={error}
      onRetry={refetch}
    />
  )
  if (!data) return failure ?? <Loading text={t('receipt.loading')} />
  return (
    <div className={styles.panel}>
      {data.receipt ? (
        <Own receipt={data.receipt} onTrust={() => refetch()} t={t} />
      ) : (
        <p>{t('receipt.others')}</p>
      )}
      {failure}
    </div>
  )
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
  const { tlogProof } = file
  const { target } = file.receipt
  const outcome = useOutcome({ verification, keyState, target })
  return (
    <>
      {other && <Differing kept={receipt.receipt} served={other} onTrust={onTrust} t={t} />}
      <VerificationReport outcome={outcome} verification={verification} target={target} />
      {keyState === 'first' && <p>{t('receipt.firstKey')}</p>}
      {keyState === 'unknown' && (
        <>
          <UnknownKey fingerprints={fingerprints} />
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
      <p className={styles.buttons}>
        <Button
          kind="plain"
          onClick={() => downloadJson(file, `receipt-${file.receipt.voteId}.json`)}
        >
          {t('receipt.download')}
        </Button>
        {tlogProof !== null && (
          <Button
            kind="plain"
            onClick={() => downloadText(tlogProof, `receipt-${file.receipt.voteId}.tlog-proof`)}
          >
            {t('receipt.downloadProof')}
          </Button>
        )}
      </p>
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
          <Statement receipt={kept} />
        </dd>
        <dt>{t('receipt.servedNow')}</dt>
        <dd>
          <Statement receipt={served} />
        </dd>
      </dl>
      <Button
        kind="plain"
        onClick={() => downloadJson({ kept, served }, `receipts-${kept.voteId}.json`)}
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
