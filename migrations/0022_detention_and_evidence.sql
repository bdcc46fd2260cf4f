CREATE TABLE "contracts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "contracts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"supervisor_id" integer NOT NULL,
	"name" text NOT NULL,
	"client_id" integer,
	"place_id" integer,
	"operation_type" text,
	"basis" text NOT NULL,
	"free_minutes" integer,
	"block_minutes" integer NOT NULL,
	"rates" jsonb NOT NULL,
	"pauses" jsonb NOT NULL,
	"valid_from" date NOT NULL,
	"valid_until" date,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "contracts_basis" CHECK ("contracts"."basis" in ('visit', 'terminal')),
	CONSTRAINT "contracts_operation_type" CHECK ("contracts"."operation_type" in ('load', 'unload')),
	CONSTRAINT "contracts_valid" CHECK ("contracts"."valid_until" is null or "contracts"."valid_until" >= "contracts"."valid_from"),
	CONSTRAINT "contracts_minutes" CHECK ("contracts"."block_minutes" > 0 and "contracts"."free_minutes" >= 0)
);
--> statement-breakpoint
CREATE TABLE "evidence_packs" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "evidence_packs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"hash" text NOT NULL,
	"supervisor_id" integer NOT NULL,
	"container_id" text,
	"client_id" integer,
	"month" text,
	"version" integer NOT NULL,
	"content" text NOT NULL,
	"issued_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "evidence_packs_hash" UNIQUE("hash"),
	CONSTRAINT "evidence_packs_of_month" UNIQUE("client_id","month","version"),
	CONSTRAINT "evidence_packs_subject" CHECK (case when "evidence_packs"."container_id" is null then num_nulls("evidence_packs"."client_id", "evidence_packs"."month") = 0
        else num_nulls("evidence_packs"."client_id", "evidence_packs"."month") = 2 end)
);
--> statement-breakpoint
ALTER TABLE "contracts" ADD CONSTRAINT "contracts_supervisor_id_users_id_fk" FOREIGN KEY ("supervisor_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contracts" ADD CONSTRAINT "contracts_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contracts" ADD CONSTRAINT "contracts_place_id_places_id_fk" FOREIGN KEY ("place_id") REFERENCES "public"."places"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "evidence_packs" ADD CONSTRAINT "evidence_packs_supervisor_id_users_id_fk" FOREIGN KEY ("supervisor_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "evidence_packs" ADD CONSTRAINT "evidence_packs_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "contracts_of_supervisor" ON "contracts" USING btree ("supervisor_id");--> statement-breakpoint
CREATE INDEX "evidence_packs_of_supervisor" ON "evidence_packs" USING btree ("supervisor_id");--> statement-breakpoint
CREATE UNIQUE INDEX "evidence_packs_of_operation" ON "evidence_packs" USING btree ("container_id","version") WHERE "evidence_packs"."container_id" is not null;--> statement-breakpoint
-- No two contracts of a supervisor with the same conditions are valid on one day. Numbers are compared as ranges of one
-- value, which GiST knows without the extension btree_gist; 0 stands for any.
ALTER TABLE "contracts" ADD CONSTRAINT "contracts_one_on_a_day" EXCLUDE USING gist (
	int4range("supervisor_id", "supervisor_id", '[]') WITH =,
	int4range(coalesce("client_id", 0), coalesce("client_id", 0), '[]') WITH =,
	int4range(coalesce("place_id", 0), coalesce("place_id", 0), '[]') WITH =,
	int4range(case "operation_type" when 'load' then 1 when 'unload' then 2 else 0 end, case "operation_type" when 'load' then 1 when 'unload' then 2 else 0 end, '[]') WITH =,
	daterange("valid_from", "valid_until", '[]') WITH &&
);
