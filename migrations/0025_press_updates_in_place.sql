DROP INDEX "containers_unsealed";--> statement-breakpoint
CREATE INDEX "events_unsealed" ON "events" USING btree ("container_id") WHERE "events"."chain_hash" is null;