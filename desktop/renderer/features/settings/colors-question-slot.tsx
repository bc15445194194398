import { type ComponentType, useEffect, useState } from 'react'
import { useLanguage, useServices } from '#desktop/renderer/platform/services.ts'
import { isAskedForColors } from '#desktop/renderer/platform/theme.ts'

/** Asks once for the colors of the directions. Loads after the first paint, and only for whom it asks. */
export function ColorsQuestionSlot() {
  const { locale } = useLanguage()
  const { preferences } = useServices().platform
  const [isAnswered, setAnswered] = useState(false)
  const [Question, setQuestion] = useState<ComponentType<{ onAnswered: () => void }> | null>(null)
  const isAsked = !isAnswered && isAskedForColors(locale, preferences)
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
