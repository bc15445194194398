-- Replies can be reported and hidden; see docs/decisions/hiding-by-reports.md.
ALTER TYPE "moderation_target" ADD VALUE 'reply';
