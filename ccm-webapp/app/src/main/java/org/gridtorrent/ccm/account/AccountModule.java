package org.gridtorrent.ccm.account;

import java.util.List;
import org.gridtorrent.ccm.http.FeatureModule;
import org.gridtorrent.ccm.http.Routes;
import org.gridtorrent.ccm.site.SiteServices;

/** Registration, login and the user's own account. */
public final class AccountModule implements FeatureModule {
    private final SiteServices site;

    public AccountModule(SiteServices site) {
        this.site = site;
    }

    @Override
    public void routes(Routes routes) {
        var catalog = site.catalog();
        var messages = site.messages();
        var attempts = new LoginAttempts(catalog.identity().accounts(), site.browsers(),
                new LoginThrottle(site.clock()), messages);
        var passwords = new PasswordPolicy(site.siteName(), messages);
        var accounts = new AccountPages(catalog, site.visitors(), attempts, site.mail(), passwords,
                messages);
        routes.getOpen("/register", accounts::registerForm)
                .postOpen("/register", accounts::register)
                .getOpen("/login", accounts::loginForm).postOpen("/login", accounts::login)
                .postOpen("/logout", accounts::logout);
        var setup = new SetupPages(catalog.identity().passwordLinks(), site.visitors(), passwords,
                messages);
        routes.getOpen("/setup", setup::form).postOpen("/setup", setup::choose);
        var mail = new MailPages(catalog.identity().mailAddresses(), site.mail(), attempts,
                messages);
        routes.getOpen("/forgotten", mail::forgottenForm).postOpen("/forgotten", mail::forgotten)
                .getOpen("/setup/mail", mail::confirmForm).postOpen("/setup/mail", mail::confirm)
                .post("/account/confirm", mail::again);
        var invited = new InvitedPages(catalog, site.visitors(), attempts, site.mail(), passwords,
                messages);
        routes.getOpen("/setup/invitation", invited::form)
                .postOpen("/setup/invitation", invited::register)
                .post("/setup/invitation/join", invited::join);
        var profile = new ProfilePages(catalog, site.visitors(), attempts, site.mail(), passwords,
                site.commands().account(), messages);
        routes.get("/account", profile::show).post("/account/profile", profile::changeProfile)
                .post("/account/notices", profile::changePace)
                .post("/account/password", profile::changePassword)
                .post("/account/sessions/{id}/end", profile::endStay)
                .post("/account/sessions/end-others", profile::endOtherStays)
                .post("/account/tokens", profile::makeToken)
                .post("/account/tokens/{id}/revoke", profile::revokeToken);
    }

    @Override
    public List<Object> resources() {
        return List.of(new AccountResource(site.catalog()),
                new ProfileResource(site.catalog(), site.commands().account()),
                new OwnQuotaResource(site.catalog().site().quotas()));
    }
}
