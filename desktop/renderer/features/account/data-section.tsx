import { Button } from '#desktop/renderer/components/button.tsx'
import { confirm } from '#desktop/renderer/components/confirm.ts'
import { Section } from '#desktop/renderer/components/section.tsx'
import { showToast } from '#desktop/renderer/components/toast.ts'
import { failureText } from '#desktop/renderer/platform/failure-text.ts'
import { useLanguage, useTexts } from '#desktop/renderer/platform/services.ts'
import type { ExportFormat } from '#shared/contract/account.ts'
import { accountTexts } from '#shared/i18n/screens/account.ts'
import styles from './account-page.module.css'
import { isRefusedUntilSignIn, useExport, useRemoveReceipts } from './api.ts'
import { useSignInAgain } from './use-sign-in-again.tsx'

const TOAST_MS = 4_000

/** Downloads of what is stored about the user. */
export function DataSection({ uniqueCode }: { uniqueCode: string }) {
  const language = useLanguage()
  const t = useTexts(accountTexts)
  const again = useSignInAgain('data')
  const { mutate, isPending, isSuccess, error } = useExport(again.takes)
  const download = (format: ExportFormat) => () => {
    if (!isPending) mutate({ format, uniqueCode })
  }
  const removeReceipts = useRemoveReceipts()
  const forgetReceipts = async () => {
    const agrees = await confirm({
      text: t('account.receiptsConfirm'),
      yes: t('account.receiptsYes'),
      no: t('account.cancel'),
    })
    if (!agrees) return
    removeReceipts()
    showToast({ id: 'receipts', text: t('account.receiptsRemoved'), tone: 'good' }, TOAST_MS)
  }
  const status = isPending ? t('account.exporting') : isSuccess ? t('account.exported') : ''
  return (
    <Section anchor="data" heading={t('account.data')}>
      <p className={styles.hint}>{t('account.dataHint')}</p>
      <div className={styles.actions}>
        <Button kind="plain" onClick={download('json')} aria-disabled={isPending || undefined}>
          {t('account.exportJson')}
        </Button>
        <Button kind="plain" onClick={download('csv')} aria-disabled={isPending || undefined}>
          {t('account.exportCsv')}
        </Button>
      </div>
      <p role="status">{status}</p>
      <p className={styles.hint}>{t('account.receiptsHint')}</p>
      <div className={styles.actions}>
        <Button kind="plain" onClick={forgetReceipts}>
          {t('account.receiptsRemove')}
        </Button>
      </div>
      {again.panel}
      {error && !isRefusedUntilSignIn(error) && (
        <p role="alert" className={styles.failed}>
          {t('account.exportFailed')} {failureText(language, error)}
        </p>
      )}
    </Section>
  )
}
