import { useLanguage, useTexts } from '#desktop/renderer/platform/services.ts'
import type { Receipt } from '#shared/contract/receipts.ts'
import { directionText } from '#shared/i18n/direction.ts'
import { receiptTexts } from '#shared/i18n/screens/receipts.ts'

/** A receipt in words: direction, points and time. */
export function Statement({ receipt }: { receipt: Receipt }) {
  const t = useTexts(receiptTexts)
  const language = useLanguage()
  const { format } = language
  return (
    <>
      {t('receipt.statement', {
        // The reference price is no part of a receipt.
        direction: directionText(language, receipt.direction, null),
        hit: format.signed(receipt.hit),
        miss: format.signed(receipt.miss),
        carried: format.signed(receipt.carried),
        time: format.date(Date.parse(receipt.time)),
      })}
    </>
  )
}
