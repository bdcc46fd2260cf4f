CREATE TABLE "settlements" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "settlements_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"supervisor_id" integer NOT NULL,
	"container_id" text,
	"client_id" integer,
	"month" text,
	"state" text NOT NULL,
	"note" text,
	"by_name" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"pack_id" integer,
	CONSTRAINT "settlements_state" CHECK ("settlements"."state" in ('due', 'sent', 'disputed', 'paid', 'waived')),
	CONSTRAINT "settlements_subject" CHECK (case when "settlements"."container_id" is null then num_nulls("settlements"."client_id", "settlements"."month") = 0
        else num_nulls("settlements"."client_id", "settlements"."month") = 2 end),
	CONSTRAINT "settlements_sent" CHECK ("settlements"."sent_at" is not null or ("settlements"."pack_id" is null and "settlements"."state" <> 'sent')),
	CONSTRAINT "settlements_note" CHECK (case when "settlements"."note" is null then "settlements"."state" not in ('disputed', 'waived') else "settlements"."note" <> '' end)
);
--> statement-breakpoint
ALTER TABLE "contracts" ADD COLUMN "tax_basis_points" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "settlements" ADD CONSTRAINT "settlements_supervisor_id_users_id_fk" FOREIGN KEY ("supervisor_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settlements" ADD CONSTRAINT "settlements_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settlements" ADD CONSTRAINT "settlements_pack_id_evidence_packs_id_fk" FOREIGN KEY ("pack_id") REFERENCES "public"."evidence_packs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "settlements_of_supervisor" ON "settlements" USING btree ("supervisor_id","month");--> statement-breakpoint
CREATE INDEX "settlements_of_visit" ON "settlements" USING btree ("container_id","id");--> statement-breakpoint
ALTER TABLE "contracts" ADD CONSTRAINT "contracts_tax" CHECK ("contracts"."tax_basis_points" between 0 and 10000);