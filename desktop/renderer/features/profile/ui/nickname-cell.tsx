import { useState } from 'react'
import { NicknameEditor } from './nickname-editor.tsx'
import { NicknameView } from './nickname-view.tsx'

interface NicknameCellProps {
  userId: number
  nickname: string
}

/** The nickname with its inline editor. The focus follows: into the field, and back to the button. */
export function NicknameCell({ userId, nickname }: NicknameCellProps) {
  const [mode, setMode] = useState<'untouched' | 'editing' | 'edited'>('untouched')
  if (mode === 'editing') {
    return <NicknameEditor userId={userId} current={nickname} onLeave={() => setMode('edited')} />
  }
  return (
    <NicknameView
      nickname={nickname}
      takesFocus={mode === 'edited'}
      onEdit={() => setMode('editing')}
    />
  )
}
