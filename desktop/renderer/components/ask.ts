import { createStore } from 'zustand/vanilla'

/** A question that the person must answer before anything else happens. */
export interface Question {
  text: string
  /** The label of the button that agrees. */
  yes: string
  /** The label of the button that does not. */
  no: string
  /**
   * The answer by which nothing is lost, `no` unless it is given. Escape, a click outside and leaving
   * the screen mean it, and the focus begins on its button.
   */
  safe?: 'yes' | 'no'
}

export interface OpenQuestion extends Required<Question> {
  id: number
  answer: (agrees: boolean) => void
  /** Gives the safe answer. */
  dismiss: () => void
}

/** The questions that wait for an answer; the first is the one shown. */
export const questions = createStore<readonly OpenQuestion[]>(() => [])

let asked = 0

/** Asks, and resolves to whether the person agreed. Never rejects. */
export function ask({ safe = 'no', ...question }: Question): Promise<boolean> {
  return new Promise((resolve) => {
    asked += 1
    const id = asked
    const answer = (agrees: boolean) => {
      questions.setState(
        questions.getState().filter((open) => open.id !== id),
        true,
      )
      resolve(agrees)
    }
    const dismiss = () => answer(safe === 'yes')
    questions.setState([...questions.getState(), { ...question, safe, id, answer, dismiss }], true)
  })
}

/** Gives every open question its safe answer. */
export function dismissQuestions(): void {
  for (const { dismiss } of questions.getState()) dismiss()
}
