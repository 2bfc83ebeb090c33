package org.gridtorrent.catalog;

import org.gridtorrent.catalog.account.Accounts;
import org.gridtorrent.catalog.account.ApiTokens;
import org.gridtorrent.catalog.account.PasswordLinks;
import org.gridtorrent.catalog.account.Profiles;
import org.gridtorrent.catalog.account.Sessions;
import org.gridtorrent.catalog.mail.MailAddresses;

/** Accounts, and how people and programs log in. */
public record IdentityCatalog(Accounts accounts, PasswordLinks passwordLinks, Profiles profiles,
        Sessions sessions, ApiTokens apiTokens, MailAddresses mailAddresses) {}
