ALTER TABLE "shared_links" ALTER COLUMN "container_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "shared_links" ADD COLUMN "pack_id" integer;--> statement-breakpoint
ALTER TABLE "shared_links" ADD CONSTRAINT "shared_links_pack_id_evidence_packs_id_fk" FOREIGN KEY ("pack_id") REFERENCES "public"."evidence_packs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "shared_links_of_pack" ON "shared_links" USING btree ("pack_id");--> statement-breakpoint
ALTER TABLE "shared_links" ADD CONSTRAINT "shared_links_of_one" CHECK (num_nulls("shared_links"."container_id", "shared_links"."pack_id") = 1);--> statement-breakpoint
ALTER TABLE "shared_links" ADD CONSTRAINT "shared_links_pack_by_token" CHECK ("shared_links"."pack_id" is null or "shared_links"."token_id" is not null);