-- The vote of a ledger row has its account and its round checked already; checking both again for each
-- row was half the time of settling a large round. See docs/decisions/ledger-foreign-key.md.
ALTER TABLE "ledger" DROP CONSTRAINT "ledger_user_id_fkey";
ALTER TABLE "ledger" DROP CONSTRAINT "ledger_round_id_fkey";
