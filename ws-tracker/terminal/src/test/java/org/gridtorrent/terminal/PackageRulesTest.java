package org.gridtorrent.terminal;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "org.gridtorrent.terminal")
class PackageRulesTest {
    @ArchTest
    static final ArchRule knowsNoProgram = noClasses().should().dependOnClassesThat(
            DescribedPredicate.describe("belong to a program",
                    (JavaClass type) -> type.getPackageName().startsWith("org.gridtorrent.")
                            && !(type.getPackageName() + ".")
                                    .startsWith("org.gridtorrent.terminal.")));
}
