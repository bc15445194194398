import { createContext, type ReactNode, useContext } from 'react'
import { useLanguage } from '#desktop/renderer/platform/services.ts'

/** Whether a note or post has the screen for itself, or is in a panel of another one. */
export const TextPlace = createContext<'screen' | 'panel'>('screen')

interface TextHeadingProps {
  id?: string
  className?: string | undefined
  children: ReactNode
}

/** The heading of a note, a post, or what is shown in its place: h1 on its own screen, else h2. */
export function TextHeading({ id, className, children }: TextHeadingProps) {
  const Level = useContext(TextPlace) === 'screen' ? 'h1' : 'h2'
  return (
    <Level id={id} className={className}>
      {children}
    </Level>
  )
}

/** The document's title for a text on its own screen; in a panel the title of the screen stays. */
export function TextTitle({ text }: { text: string }) {
  const { t } = useLanguage()
  return useContext(TextPlace) === 'screen' ? <title>{`${text} · ${t('app.name')}`}</title> : null
}
