-- PostgreSQL looks up no index of a char column when it is compared with a text, as drivers send it.
alter table web_session alter column token_hash set data type varchar(64);
alter table enrolment_code alter column secret_hash set data type varchar(64);
alter table api_token alter column token_hash set data type varchar(64);
alter table password_link alter column token_hash set data type varchar(64);
