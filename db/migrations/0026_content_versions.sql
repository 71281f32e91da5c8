-- The version of a saved reply and of a newsletter's draft is made of what they say.
alter table saved_replies drop column version;
alter table newsletter_drafts drop column version;
