import { useId, useRef } from 'react'
import { Button } from '#desktop/renderer/components/button.tsx'
import { showFailure, showToast, TOAST_MS } from '#desktop/renderer/components/toast.ts'
import { useServices, useTexts } from '#desktop/renderer/platform/services.ts'
import { donationTexts } from '#shared/i18n/screens/donation.ts'
import styles from './donation-page.module.css'
import type { Coin } from './easter-egg.ts'

const TOAST_ID = 'copyToast'

/**
 * Copies the text of a field; returns whether it is on the clipboard. Without clipboard permission
 * the field is selected, and stays selected for a manual copy if that fails.
 */
async function copyText(field: HTMLTextAreaElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(field.value)
    return true
  } catch {
    field.select()
    return document.execCommand('copy')
  }
}

interface AddressCardProps {
  coin: Coin
  /** Null when none is configured. */
  address: string | null
  /** The address is a placeholder of an unconfigured server. */
  isExample: boolean
}

/** Label (selects the address), address and copy button of one coin. */
export function AddressCard({ coin, address, isExample }: AddressCardProps) {
  const t = useTexts(donationTexts)
  const { analytics } = useServices()
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)

  const copy = async () => {
    if (!field.current) return
    const isCopied = await copyText(field.current)
    if (!isCopied) return showFailure(TOAST_ID, t('donation.copyFailed'))
    analytics.track('copy_address')
    showToast({ id: TOAST_ID, text: t('donation.copied'), tone: 'good' }, TOAST_MS.copy)
  }
  return (
    <section className={styles.card} aria-labelledby={id}>
      <header className={styles.cardHeader}>
        {address && (
          <button
            type="button"
            data-egg={`label-${coin}`}
            className={styles.coin}
            aria-label={t(`donation.${coin}.select`)}
            onClick={() => field.current?.select()}
          >
            {coin.toUpperCase()}
          </button>
        )}
        <h2 id={id}>{t(`donation.${coin}.name`)}</h2>
      </header>
      {address ? (
        <>
          <div className={styles.address}>
            <textarea
              ref={field}
              readOnly
              rows={2}
              value={address}
              spellCheck={false}
              aria-label={t(`donation.${coin}.address`)}
              aria-describedby={`${id}-network`}
            />
            <Button
              kind="primary"
              data-egg={`copy-${coin}`}
              aria-label={t(`donation.${coin}.copy`)}
              onClick={copy}
            >
              {t('donation.copy')}
            </Button>
          </div>
          <p id={`${id}-network`}>
            {isExample ? t('donation.example') : t(`donation.${coin}.network`)}
          </p>
        </>
      ) : (
        <p>{t('donation.none')}</p>
      )}
    </section>
  )
}
