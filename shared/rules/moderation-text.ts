/** Maximum characters of a report's text, a moderator's message and an appeal. */
export const MODERATION_TEXT_MAX = 1000
