import { Button } from '#desktop/renderer/components/button.tsx'
import { useTexts, useUser } from '#desktop/renderer/platform/services.ts'
import { blocksTexts } from '#shared/i18n/screens/blocks.ts'
import { useBlocked } from './use-blocked.ts'
import { useChangeBlock } from './use-change-block.ts'

interface BlockButtonProps {
  person: { id: number; uniqueCode: string; nickname: string }
}

/** Blocks or unblocks a person; nothing for guests and on the own record. */
export function BlockButton({ person }: BlockButtonProps) {
  const t = useTexts(blocksTexts)
  const user = useUser()
  const { isKnown, isBlocked } = useBlocked()
  const { block, unblock, isPending } = useChangeBlock()
  if (!user || user.id === person.id || !isKnown) return null
  const isOn = isBlocked(person.uniqueCode)
  return (
    <div>
      <Button
        kind="plain"
        aria-disabled={isPending || undefined}
        onClick={() => {
          if (isPending) return
          if (isOn) unblock(person)
          else void block(person)
        }}
      >
        {t(isOn ? 'block.remove' : 'block.action')}
      </Button>
    </div>
  )
}
