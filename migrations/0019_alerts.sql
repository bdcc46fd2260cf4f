CREATE TABLE "alert_notices" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "alert_notices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"alert_id" bigint NOT NULL,
	"level" smallint NOT NULL,
	"channel" text NOT NULL,
	"subscription_id" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"claimed_at" timestamp (3) with time zone,
	"sent_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "alert_rules" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "alert_rules_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"supervisor_id" integer NOT NULL,
	"kind" text NOT NULL,
	"parameters" jsonb NOT NULL,
	"enabled" boolean NOT NULL,
	"push" boolean NOT NULL,
	"mail" boolean NOT NULL,
	"is_standard" boolean DEFAULT false NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	"removed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "alerts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "alerts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"supervisor_id" integer NOT NULL,
	"rule_id" integer NOT NULL,
	"kind" text NOT NULL,
	"container_id" text NOT NULL,
	"level" smallint NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"limit_amount" integer NOT NULL,
	"found_amount" integer,
	"raised_at" timestamp (3) with time zone NOT NULL,
	"level_at" timestamp (3) with time zone NOT NULL,
	"opened_at" timestamp (3) with time zone NOT NULL,
	"escalated_at" timestamp (3) with time zone,
	"acknowledged_at" timestamp (3) with time zone,
	"note" text,
	"assigned_to" text,
	"snoozed_until" timestamp (3) with time zone,
	"closed_at" timestamp (3) with time zone,
	"closed_why" text,
	CONSTRAINT "alerts_level" CHECK ("alerts"."level" between 1 and 3),
	CONSTRAINT "alerts_closed" CHECK (("alerts"."closed_at" is null) = ("alerts"."closed_why" is null))
);
--> statement-breakpoint
CREATE TABLE "push_subscriptions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "push_subscriptions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"session_id" text NOT NULL,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "push_subscriptions_endpoint" UNIQUE("endpoint")
);
--> statement-breakpoint
CREATE TABLE "refused_steps" (
	"container_id" text PRIMARY KEY NOT NULL,
	"supervisor_id" integer NOT NULL,
	"version" integer NOT NULL,
	"times" integer NOT NULL,
	"refused_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "alert_notices" ADD CONSTRAINT "alert_notices_alert_id_alerts_id_fk" FOREIGN KEY ("alert_id") REFERENCES "public"."alerts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_rules" ADD CONSTRAINT "alert_rules_supervisor_id_users_id_fk" FOREIGN KEY ("supervisor_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_supervisor_id_users_id_fk" FOREIGN KEY ("supervisor_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_rule_id_alert_rules_id_fk" FOREIGN KEY ("rule_id") REFERENCES "public"."alert_rules"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refused_steps" ADD CONSTRAINT "refused_steps_supervisor_id_users_id_fk" FOREIGN KEY ("supervisor_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "alert_notices_once" ON "alert_notices" USING btree ("alert_id","level","channel","subscription_id");--> statement-breakpoint
CREATE INDEX "alert_notices_waiting" ON "alert_notices" USING btree ("id") WHERE "alert_notices"."claimed_at" is null;--> statement-breakpoint
CREATE INDEX "alert_rules_of_supervisor" ON "alert_rules" USING btree ("supervisor_id");--> statement-breakpoint
CREATE UNIQUE INDEX "alert_rules_standard" ON "alert_rules" USING btree ("supervisor_id","kind") WHERE "alert_rules"."is_standard";--> statement-breakpoint
CREATE UNIQUE INDEX "alerts_one_open" ON "alerts" USING btree ("rule_id","container_id") WHERE "alerts"."closed_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "alerts_once" ON "alerts" USING btree ("rule_id","container_id","raised_at");--> statement-breakpoint
CREATE INDEX "alerts_open_of_supervisor" ON "alerts" USING btree ("supervisor_id") WHERE "alerts"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "alerts_of_supervisor" ON "alerts" USING btree ("supervisor_id","raised_at");--> statement-breakpoint
CREATE INDEX "push_subscriptions_of_user" ON "push_subscriptions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "refused_steps_of_supervisor" ON "refused_steps" USING btree ("supervisor_id","refused_at");