import { useLanguage, useTexts } from '#desktop/renderer/platform/services.ts'
import type { Receipt } from '#shared/contract/receipts.ts'
import { receiptTexts } from '#shared/i18n/screens/receipts.ts'

/** A receipt in words: direction, points and time. */
export function Statement({ receipt }: { receipt: Receipt }) {
  const t = useTexts(receiptTexts)
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
