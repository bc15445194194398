import { Button } from '#desktop/renderer/components/button.tsx'
import { useLazyModule } from '#desktop/renderer/components/use-lazy-module.ts'
import { useTexts } from '#desktop/renderer/platform/services.ts'
import { votePostTexts } from '#shared/i18n/screens/vote-post.ts'

/** Unfolds the verification of a vote's receipt, whose code loads with it. */
export function ReceiptButton({ voteId }: { voteId: number }) {
  const t = useTexts(votePostTexts)
  const { module, open, close, prefetchProps } = useLazyModule(() => import('./receipt-panel.tsx'))
  const Panel = module?.ReceiptPanel
  return (
    <div {...prefetchProps}>
      <Button kind="plain" aria-expanded={Panel !== undefined} onClick={Panel ? close : open}>
        {t('view.receipt')}
      </Button>
      {Panel && <Panel voteId={voteId} />}
    </div>
  )
}
