import { useId, useRef } from 'react'
import { Button } from '#desktop/renderer/components/button.tsx'
import { showFailure, showToast, TOAST_MS } from '#desktop/renderer/components/toast.ts'
import { copyText } from '#desktop/renderer/features/donation/api/copy-text.ts'
import type { Coin } from '#desktop/renderer/features/donation/model/coin.ts'
import { useServices } from '#desktop/renderer/platform/services.ts'
import { useTexts } from '#desktop/renderer/platform/texts.ts'
import { donationTexts } from '#shared/i18n/screens/donation.ts'
import styles from './address-card.module.css'

const TOAST_ID = 'copyToast'

interface AddressCardProps {
  coin: Coin
  /** Null when the operator has set up none. */
  address: string | null
  /** Whether the address only shows what the page looks like with one. */
  isExample: boolean
}

/** One coin: its label, which selects the address, the address, and the button that copies it. */
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
      <header className={styles.head}>
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
