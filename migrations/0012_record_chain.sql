ALTER TABLE "containers" ADD COLUMN "chain_head" "bytea";--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "chain_hash" "bytea";--> statement-breakpoint
CREATE INDEX "containers_unsealed" ON "containers" USING btree ("id") WHERE "containers"."chain_head" is null;