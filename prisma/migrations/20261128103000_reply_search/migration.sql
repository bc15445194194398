-- Replies are found by the search; see docs/decisions/search.md. Those from before are added by the server.
ALTER TYPE "search_kind" ADD VALUE 'reply';
