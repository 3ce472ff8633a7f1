"""The language of words is told by a stated rule, and says on what grounds."""

import pytest

import zipfviz
from zipfviz.text.languages import is_same, language_code, language_of
from zipfviz.text.words import words_in


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("ru", "Кошка сидит на ковре. Кот лежит на полу."),
        ("uk", "Я не знаю, що він хотів сказати, але це було дуже добре."),
        ("bg", "Котката е на масата и гледа през прозореца към голямата улица."),
        ("es", "¿Dónde está el gato? Está en la mesa de mi hermano."),
        ("pt", "O menino foi à escola e o cão ficou em casa com a mãe."),
        ("de", "Der Hund und die Katze sind auf dem Weg nach Hause."),
        ("tr", "Kedi halının üzerinde oturuyor ve köpeğe bakıyor."),
        ("en", "The cat sat on the mat and looked at the dog."),
        ("fa", "گربه روی فرش نشسته است و به سگ نگاه می‌کند"),
        ("el", "Η γάτα κάθεται"), ("hi", "बिल्ली बैठी है"), ("ko", "고양이가 앉아 있다"),
        ("ja", "猫が座っている"), ("zh", "猫坐在垫子上"), ("th", "แมวนั่ง"), ("ka", "კატა ზის"),
    ],
)  # fmt: skip
def test_a_sentence_tells_its_language(code, text):
    told = language_of(words_in(text))
    assert (told.code, told.is_sure) == (code, True)
    assert f"({code}), told from its texts" in told.sentence()


def test_little_text_goes_on_as_the_likeliest_and_says_so():
    told = language_of(["Hund", "Gras"])
    assert not told.is_sure
    assert "little to go by" in told.sentence()
    assert told.runner_up
    assert language_of(["x", "y"]).code == "en"
    assert language_of(["123", "!"]).code == "und"


@pytest.mark.parametrize(
    ("nearest", "text"),
    [
        ("tr", "Bütün insanlar ləyaqət və hüquqlarına görə azad və bərabər doğulurlar. Onların "
         "şüurları və vicdanları var."),
        ("hi", "सर्व मानवी व्यक्ति जन्मतःच स्वतंत्र आहेत व त्यांना समान प्रतिष्ठा व समान अधिकार आहेत. "
         "त्यांना विचारशक्ती व सदसद्विवेकबुद्धी लाभलेली आहे."),
        ("bn", "জন্মগতভাৱে সকলো মানুহ মৰ্য্যদা আৰু অধিকাৰত সমান আৰু স্বতন্ত্ৰ।"),
        ("he", "יעדער מענטש װערט געבױרן פֿרײַ און גלײַך אין כּבֿוד און רעכט."),
        ("am", "የሰው ልጅ ሁሉ ሲወለድ ነጻና በክብርና በመብትም እኩልነት ያለው ነው።"),
    ],
)  # fmt: skip
def test_a_language_without_a_list_is_not_taken_for_its_neighbour_for_sure(nearest, text):
    told = language_of(words_in(text))
    assert (told.code, told.is_sure) == (nearest, False)
    assert "language= sets it" in told.sentence()


def test_codes_are_those_of_people():
    assert language_code("pt-BR") == "pt"
    assert is_same("hr", "sh")
    assert not is_same("ru", "uk")
    with pytest.raises(zipfviz.InputError, match="'english' is no code of a language"):
        language_code("english")
