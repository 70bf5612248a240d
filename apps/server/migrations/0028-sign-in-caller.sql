-- Who asked for a sign-in text, by the network address that limits count by: nobody else can use up the texts that a wallet may have open.
alter table sign_in_message add column caller text not null default '';
