CREATE TABLE "mails" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "mails_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"message_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"line" text NOT NULL,
	"user_id" integer,
	"link_id" integer,
	"recipient" text NOT NULL,
	"sealed" text,
	"state" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"next_try_at" timestamp (3) with time zone NOT NULL,
	"held" boolean DEFAULT false NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"tried_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"cause" text,
	"answer" text,
	CONSTRAINT "mails_message_id" UNIQUE("message_id"),
	CONSTRAINT "mails_state" CHECK ("mails"."state" in ('waiting', 'sent', 'failed')),
	CONSTRAINT "mails_ended" CHECK (("mails"."state" = 'waiting') = ("mails"."ended_at" is null)),
	CONSTRAINT "mails_sent_is_empty" CHECK ("mails"."state" <> 'sent' or "mails"."sealed" is null),
	CONSTRAINT "mails_waiting_is_sealed" CHECK ("mails"."state" <> 'waiting' or "mails"."sealed" is not null)
);
--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_link_id_shared_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."shared_links"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mails_waiting" ON "mails" USING btree ("line","id") WHERE "mails"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "mails_tried" ON "mails" USING btree ("line","tried_at");--> statement-breakpoint
CREATE INDEX "mails_at" ON "mails" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "mails_kept" ON "mails" USING btree ("expires_at") WHERE "mails"."sealed" is not null;--> statement-breakpoint
CREATE INDEX "mails_ended_at" ON "mails" USING btree ("ended_at");--> statement-breakpoint
CREATE INDEX "mails_of_user" ON "mails" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "mails_of_link" ON "mails" USING btree ("link_id");