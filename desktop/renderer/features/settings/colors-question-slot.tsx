import { type ComponentType, useEffect, useState } from 'react'
import { useLanguage, useServices } from '#desktop/renderer/platform/services.ts'
import { COLORS_KEY } from '#desktop/renderer/platform/theme.ts'

/**
 * Asks Korean readers once for the colors of the directions: in Korean markets red is up and blue is
 * down. Loads after the first paint and only for them.
 */
export function ColorsQuestionSlot() {
  const { locale } = useLanguage()
  const { preferences } = useServices().platform
  const [isAnswered, setAnswered] = useState(() => preferences.read(COLORS_KEY) !== null)
  const [Question, setQuestion] = useState<ComponentType<{ onAnswered: () => void }> | null>(null)
  const isAsked = locale === 'ko-KR' && !isAnswered
  useEffect(() => {
    if (!isAsked) return
    const load = async () => {
      const { ColorsQuestion } = await import('./colors-question.tsx')
      setQuestion(() => ColorsQuestion)
    }
    // Without it the settings still offer the colors.
    load().catch(() => {})
  }, [isAsked])
  return isAsked && Question && <Question onAnswered={() => setAnswered(true)} />
}
