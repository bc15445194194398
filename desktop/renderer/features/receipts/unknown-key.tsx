import { useTexts } from '#desktop/renderer/platform/services.ts'
import { receiptTexts } from '#shared/i18n/screens/receipts.ts'
import styles from './receipt-panel.module.css'

/** Fingerprints of keys that this browser or app has not seen before, to be compared with others. */
export function UnknownKey({ fingerprints }: { fingerprints: readonly string[] }) {
  const t = useTexts(receiptTexts)
  return (
    <>
      <p>{t('receipt.compareKey')}</p>
      {fingerprints.map((fingerprint) => (
        <code key={fingerprint} className={styles.fingerprint}>
          {fingerprint}
        </code>
      ))}
    </>
  )
}
